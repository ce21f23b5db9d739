/**
 * @file
 * The whole library in one header.
 *
 * Every other header can also be included alone; each brings what it needs.
 */
#ifndef APOTHECARY_APOTHECARY_H
#define APOTHECARY_APOTHECARY_H

#include <apothecary/base.h>
#include <apothecary/board.h>
#include <apothecary/definition.h>
#include <apothecary/game.h>
#include <apothecary/move.h>
#include <apothecary/notation.h>
#include <apothecary/pgn.h>
#include <apothecary/position.h>
#include <apothecary/search.h>
#include <apothecary/variant.h>

#endif
