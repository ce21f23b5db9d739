/* The files of web/ and those generated from them at build time. */
#ifndef APO_CLI_SERVE_WEB_ASSETS_H
#define APO_CLI_SERVE_WEB_ASSETS_H

#include "net/http.h"

/* Borrowed by apo_http_options. Names are paths below web/ ("pages/lobby.html",
 * "board/board.js") and those of the files made by scripts/build-web ("pieces.svg",
 * "engine.wasm"). */
extern const apo_http_assets apo_web_assets;

#endif
