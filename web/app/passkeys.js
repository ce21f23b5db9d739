/* Passkeys: on the account's page, and for logging in. */
import { ApiError, post } from '../lib/api.js';
import { decode, encode } from '../lib/base64url.js';
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

const ES256 = -7;
const EDDSA = -8;

/** @param {string} text */
const bytesOf = text => new TextEncoder().encode(text);

/**
 * Says what went wrong. The browser does not tell whether the device or the person refused.
 * @param {any} error
 */
function showError(error) {
  byId('passkey-status').textContent = error instanceof ApiError ? error.message
    : t('No passkey was used.');
}

/* --- The account's page --- */

/** @param {string} password @param {string} device */
async function make(password, device) {
  const begun = await post('/api/passkeys/begin', { password });
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey: {
    challenge: bytesOf(begun.challenge),
    rp: { name: location.hostname },
    user: { id: bytesOf(begun.person), name: begun.name, displayName: begun.name },
    pubKeyCredParams: [ES256, EDDSA].map(alg => ({ type: 'public-key', alg })),
    excludeCredentials: begun.known.map((/** @type {string} */ id) =>
      ({ type: 'public-key', id: decode(id) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  } }));
  await post('/api/passkeys', { name: device, client: encode(made.response.clientDataJSON),
    attestation: encode(made.response.attestationObject) });
}

/**
 * Does what a form asks for, and shows the list again.
 * @param {Element} form
 * @param {() => Promise<any>} action
 */
function wire(form, action) {
  form.addEventListener('submit', async event => {
    event.preventDefault();
    try {
      await action();
      location.reload();
    } catch (error) {
      showError(error);
    }
  });
}

const password = () => byId('password').value;

function wirePage() {
  wire(byId('passkey-form'), () => make(password(), byId('device').value || t('my phone')));
  for (const form of document.querySelectorAll('form[data-passkey]'))
    wire(form, () => post('/api/passkeys/delete',
      { passkey: form.getAttribute('data-passkey'), password: password() }));
}

/* --- Logging in --- */

async function logIn() {
  const { challenge } = await post('/api/login/passkey/begin');
  const used = /** @type {any} */ (await navigator.credentials.get({ publicKey: {
    challenge: bytesOf(challenge), userVerification: 'required' } }));
  await post('/api/login/passkey', { passkey: encode(used.rawId),
    client: encode(used.response.clientDataJSON), data: encode(used.response.authenticatorData),
    signature: encode(used.response.signature) });
  const next = new URLSearchParams(location.search).get('next') ?? '/';
  const target = new URL(next, location.href);
  location.assign(target.origin === location.origin ? target.href : '/');
}

if (document.getElementById('passkey-form')) {
  wirePage();
} else if (window.PublicKeyCredential) {
  byId('passkey').hidden = false;
  byId('passkey-login').addEventListener('click', () => logIn().catch(showError));
}
