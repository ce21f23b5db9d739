/* The archive's form: what a plain form cannot do. It works without this. */
import { byId } from './dom.js';

// An address without empty fields can be read and sent on.
byId('archive-form').addEventListener('submit', event => {
  for (const field of event.target.elements)
    if (field.name && field.value === '')
      field.disabled = true;
});
// Back from the results: the fields are to be used again.
addEventListener('pageshow', () => {
  for (const field of byId('archive-form').elements)
    field.disabled = false;
});
