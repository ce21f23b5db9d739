/* Completion for shells. The shell asks the program itself at each Tab, so it always agrees
 * with the tables. */
#include <stdio.h>
#include <string.h>

#include "cli/call/help.h"

static const char bash[] =
    "# bash completion for apothecary; source it, or put it into\n"
    "# ~/.local/share/bash-completion/completions/apothecary\n"
    "_apothecary()\n"
    "{\n"
    "    local cur words cword prefix\n"
    "    if declare -F _get_comp_words_by_ref >/dev/null; then\n"
    "        _get_comp_words_by_ref -n : cur words cword\n"
    "    else\n"
    "        cur=${COMP_WORDS[COMP_CWORD]} words=(\"${COMP_WORDS[@]}\") cword=$COMP_CWORD\n"
    "    fi\n"
    "    local IFS=$'\\n'\n"
    "    # shellcheck disable=SC2207\n"
    "    COMPREPLY=($(\"${words[0]}\" complete -- \"${words[@]:1:cword}\" 2>/dev/null))\n"
    "    # Bash ends a word at a colon: the part before the colon is already on the line.\n"
    "    if [[ $cur == *:* && $COMP_WORDBREAKS == *:* ]]; then\n"
    "        prefix=${cur%\"${cur##*:}\"}\n"
    "        COMPREPLY=(\"${COMPREPLY[@]#\"$prefix\"}\")\n"
    "    fi\n"
    "}\n"
    "complete -o default -F _apothecary apothecary";

static const char zsh[] =
    "#compdef apothecary\n"
    "# zsh completion for apothecary: put it as _apothecary into a folder of $fpath.\n"
    "_apothecary()\n"
    "{\n"
    "    local -a answers\n"
    "    answers=(${(f)\"$(${words[1]} complete -- \"${(@)words[2,CURRENT]}\" 2>/dev/null)\"})\n"
    "    if (( ${#answers} )); then\n"
    "        compadd -- $answers\n"
    "    else\n"
    "        _files\n"
    "    fi\n"
    "}\n"
    "_apothecary \"$@\"";

static const char fish[] =
    "# fish completion for apothecary: put it into ~/.config/fish/completions/apothecary.fish.\n"
    "function __apothecary_answers\n"
    "    set -l words (commandline -opc)\n"
    "    $words[1] complete -- $words[2..-1] (commandline -ct) 2>/dev/null\n"
    "end\n"
    "complete -c apothecary -a '(__apothecary_answers)'";

bool apo_completion_print(const char *shell)
{
    static const struct {
        const char *name, *script;
    } scripts[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};

    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        if (strcmp(shell, scripts[i].name) == 0) {
            puts(scripts[i].script);
            return true;
        }
    }
    return false;
}
