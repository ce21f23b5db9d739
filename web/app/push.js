/* A switch on the page where notices are chosen: whether this device shows notices while the site
 * is not open. */
import { post } from '../lib/api.js';
import { encode } from '../lib/base64url.js';
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

const panel = byId('push');

/** Returns false if the browser was not allowed to show notices. */
async function switchOn() {
  if (await Notification.requestPermission() !== 'granted')
    return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const made = await pushManager.subscribe({ userVisibleOnly: true,
    applicationServerKey: panel.dataset.key });
  const key = (/** @type {PushEncryptionKeyName} */ name) =>
    encode(/** @type {ArrayBuffer} */ (made.getKey(name)));
  await post('/api/push', { endpoint: made.endpoint, point: key('p256dh'), auth: key('auth') });
  return true;
}

async function switchOff() {
  await post('/api/push/end', {});
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return false;
}

/** @param {boolean} isOn */
function show(isOn) {
  panel.toggleAttribute('data-is-on', isOn);
  const isForbidden = Notification.permission === 'denied';
  byId('push-words').textContent = isForbidden
    ? t('Your browser is set not to show notices from this site.')
    : isOn ? t('This device shows notices, even while the site is not open.')
      : t('This device can show notices while the site is not open.');
  byId('push-switch').textContent = isOn ? t('Show none here') : t('Show them here');
  byId('push-switch').disabled = isForbidden;
}

async function toggle() {
  const wasOn = panel.hasAttribute('data-is-on');
  byId('push-switch').disabled = true;
  try {
    show(await (wasOn ? switchOff() : switchOn()));
  } catch (error) {
    show(wasOn);
    byId('push-words').textContent = t('That did not work: {reason}', { reason: error.message });
  }
}

if (panel && 'PushManager' in window && 'Notification' in window) {
  panel.hidden = false;
  byId('push-switch').addEventListener('click', toggle);
  show(panel.hasAttribute('data-is-on'));
}
