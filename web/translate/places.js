/* Which page shows the texts of which source files. */

/**
 * @typedef {object} Place
 * @property {string} page its address; with `link` the page that has a link to an example
 * @property {RegExp} [link] the address of an example
 * @property {string[]} files files, and beginnings of their paths
 * @property {boolean} [isClosed] shown only to people with an account, or in office
 */

/** @param {string} names */
const pages = names => names.split(' ').map(name => `web/pages/${name}.html`);

/** @type {Place[]} */
export const PLACES = [
  { page: '/', files: [...pages('lobby layout asked calls words'), 'web/lobby/', 'web/app/',
    'src/server/app/page_site.c', 'src/server/seek/'] },
  { page: '/solo', files: [...pages('solo'), 'web/solo/', 'web/game/', 'web/lib/', 'web/widgets/',
    'web/board/', 'src/notation/', 'src/rules/', 'src/base/'] },
  { page: '/analysis', files: [...pages('analysis steps'), 'web/analysis/', 'web/widgets/',
    'web/board/', 'web/lib/'] },
  { page: '/archive', link: /^\/game\/\w+$/, files: [...pages('game chat comments archive-game'),
    'web/game/', 'src/server/live/', 'src/server/round/', 'src/server/talk/'] },
  { page: '/games', files: [...pages('games'), 'src/server/app/own_games.c'] },
  { page: '/tournaments', files: [...pages('tournaments calls'), 'src/server/tournament/'] },
  { page: '/tournaments/new', isClosed: true, files: [...pages('tournament-new'), 'web/tournament/',
    'src/server/tournament/ask.c', 'src/server/tournament/plan.c'] },
  { page: '/tournaments', link: /^\/tournaments\/(?!new)\w+$/,
    files: [...pages('tournament table'), 'web/tournament/', 'src/server/tournament/'] },
  { page: '/series', files: pages('series-list') },
  { page: '/series', link: /^\/series\/\w+$/, files: pages('series table') },
  { page: '/archive', files: [...pages('archive explorer'), 'web/archive/',
    'src/server/archive/'] },
  { page: '/archive/annotated', files: pages('annotated') },
  { page: '/archive/import', files: [...pages('archive-import'), 'web/archive/',
    'src/notation/pgn', 'src/notation/courier', 'src/server/archive/import.c'] },
  { page: '/archive/alert/starts', files: [...pages('starts'),
    'src/server/archive/page_starts.c'] },
  { page: '/studies', files: pages('studies') },
  { page: '/studies', link: /^\/study\/\w+$/, files: [...pages('study annotate edits'),
    'web/analysis/', 'web/widgets/annotator.js', 'src/server/study/'] },
  { page: '/editor', files: [...pages('editor'), 'web/editor/', 'src/notation/', 'src/rules/',
    'src/base/'] },
  { page: '/workshop', files: [...pages('workshop'), 'web/workshop/', 'src/definition/'] },
  { page: '/workshop/games', files: [...pages('workshop-games'), 'src/server/workshop/'] },
  { page: '/problems', files: pages('problems') },
  { page: '/problems', link: /^\/problems\/(?!new|next|daily)\w+$/,
    files: [...pages('problem'), 'web/problem/', 'src/server/problem/'] },
  { page: '/problems/new', isClosed: true, files: [...pages('problem-new'), 'web/problem/'] },
  { page: '/learn', files: [...pages('learn'), 'web/learn/'] },
  { page: '/learn/alert', files: [...pages('learn'), 'web/learn/', 'src/lessons/'] },
  { page: '/rules', files: pages('rules') },
  { page: '/rules/alert', files: [...pages('rules-game'), 'web/rulebook/'] },
  { page: '/players', files: [...pages('players'), 'src/server/account/page_players.c'] },
  { page: '/players', link: /^\/@\/[^/]+$/, files: [...pages('profile'),
    'src/server/account/'] },
  { page: '/following', isClosed: true, files: pages('following') },
  { page: '/notices', isClosed: true, files: [...pages('notices'), 'src/server/notice/'] },
  { page: '/account/notices', isClosed: true,
    files: [...pages('notice-choices'), 'src/server/notice/kind.c'] },
  { page: '/messages', isClosed: true, files: [...pages('messages'), 'src/server/talk/'] },
  { page: '/messages', isClosed: true, link: /^\/messages\/[^/]+$/,
    files: [...pages('conversation'),
      'web/talk/'] },
  { page: '/invitations', isClosed: true,
    files: [...pages('invitations proposal'), 'src/server/invite/'] },
  { page: '/account', isClosed: true, files: [...pages('account'), 'src/server/account/',
    'src/server/app/page_site.c'] },
  { page: '/account/mail', isClosed: true,
    files: [...pages('mail'), 'src/server/email/page_mail.c'] },
  { page: '/account/reminders', isClosed: true, files: pages('reminders') },
  { page: '/account/passkeys', isClosed: true,
    files: [...pages('passkeys'), 'web/app/passkeys.js'] },
  { page: '/account/second', isClosed: true, files: pages('second') },
  { page: '/account/tokens', isClosed: true, files: pages('tokens') },
  { page: '/account/apps', isClosed: true, files: pages('apps') },
  { page: '/account/blocked', isClosed: true, files: pages('blocked') },
  { page: '/account/delete', isClosed: true, files: pages('delete-account') },
  { page: '/login', files: [...pages('login'), 'src/server/account/api_account.c'] },
  { page: '/register', files: [...pages('register'), 'src/server/account/api_account.c'] },
  { page: '/forgot', files: pages('forgot') },
  { page: '/moderation', isClosed: true,
    files: [...pages('moderation'), 'src/server/account/page_moderation.c'] },
  { page: '/operator', isClosed: true,
    files: [...pages('operator'), 'src/server/app/page_operator.c'] },
  { page: '/about', files: pages('about') },
  { page: '/privacy', files: pages('privacy') },
  { page: '/offline', files: [...pages('offline'), 'web/app/offline.js'] },
  { page: '/embed/help', files: pages('embedding') },
  { page: '/translate', files: pages('translate translate-texts') },
];

/**
 * The pages that show texts of these files, those first whose own file is named, and those last
 * that only some may see.
 * @param {string[]} files
 */
export function placesOf(files) {
  const rank = (/** @type {Place} */ place) => Math.min(...place.files.map((name, i) => {
    const isNamed = files.some(file => file.startsWith(name));
    return isNamed ? i + (files.includes(name) ? 0 : 100) : Infinity;
  })) + (place.isClosed ? 50 : 0);
  return PLACES.map(place => ({ place, rank: rank(place) })).filter(one => one.rank < Infinity)
    .sort((a, b) => a.rank - b.rank).map(one => one.place);
}
