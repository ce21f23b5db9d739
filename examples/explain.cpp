// The library in C++: owners free what they hold, text comes in and out as strings.
#include <apothecary/apothecary.h>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

namespace
{
template <auto function> struct Call {
    template <typename T> void operator()(T *object) const
    {
        function(object);
    }
};

using Variant = std::unique_ptr<apo_variant, Call<apo_variant_free>>;
using Position = std::unique_ptr<apo_position, Call<apo_position_free>>;

apo_span span_of(std::string_view text)
{
    return {text.data(), text.size()};
}

Variant open_variant(std::string_view id)
{
    apo_variant *var = nullptr;
    apo_definition_open(&var, span_of(id), nullptr, nullptr);
    return Variant(var);
}

std::string san_of(const apo_position &pos, const apo_move &mv)
{
    std::array<char, APO_MOVE_TEXT_MAX> buf;
    apo_text text = apo_text_start(buf.data(), buf.size());
    apo_move_write(&text, &pos, &mv, APO_NOTATION_SAN);
    return buf.data();
}

// Plays the move, or says why it cannot be played.
void play(apo_position &pos, std::string_view typed)
{
    apo_move mv;
    apo_error err;
    if (apo_move_read_any(&mv, &pos, span_of(typed), &err) != APO_OK) {
        std::cout << typed << ": " << err.detail << '\n';
        return;
    }
    std::cout << typed << ": " << san_of(pos, mv) << '\n';
    apo_play(&pos, &mv);
}
} // namespace

int main()
{
    const Variant var = open_variant("chess");
    if (!var)
        return 1;
    const Position pos(apo_position_new(var.get()));
    if (!pos)
        return 1;
    for (std::string_view typed : {"e2e4", "e7-e5", "N g1-f3", "Qd7", "b8c6", "Bb5", "a8a6"})
        play(*pos, typed);
    std::cout << apo_variant_info_of(var.get())->name << ", move "
              << apo_position_info_of(pos.get()).move_number << ", " << apo_perft(pos.get(), 1)
              << " legal moves\n";
}
