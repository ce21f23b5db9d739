// Default look and behaviour of a board.

import { t } from '../lib/i18n.js';

const NOTHING = () => undefined;

/** @returns {BoardOptions} */
export function usualOptions() {
  return {
    geometry: { files: 8, rows: 8 }, orientation: 'white', pieces: 'drawn', sprite: undefined,
    squares: null, coordinates: true, dots: true, animation: true, isReadOnly: false,
    keepsShapes: false, label: t('Board'),
    onSelect: NOTHING, onHold: NOTHING, onMove: NOTHING, onPremove: NOTHING, onHover: NOTHING,
    onShapes: NOTHING, onCancel: NOTHING, onRefuse: NOTHING, lookAt: () => null,
    premovesOf: () => [], announce: NOTHING,
  };
}
