/* The files of web/ and what was made for them, as the build found them. */
#ifndef APO_CLI_SERVE_WEB_ASSETS_H
#define APO_CLI_SERVE_WEB_ASSETS_H

#include "net/http.h"

/* Borrowed by apo_http_options; names are those below web/ ("pages/lobby.html",
 * "board/board.js"), and those that scripts/build-web makes ("pieces.svg",
 * "apothecary.wasm"). */
extern const apo_http_assets apo_web_assets;

#endif
