// A push service of our own, and the browser that it serves: it decrypts what it gets by RFC 8291
// and checks by RFC 8292 who has sent it.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes,
  verify } from 'node:crypto';
import { createServer } from 'node:http';

const base64 = bytes => bytes.toString('base64url');
const derive = (secret, salt, info, length) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

export class PushService {
  #server;
  #keys = createECDH('prime256v1');
  #auth = randomBytes(16);
  #waiting = [];
  #messages = [];
  status = 201; // of the answers

  async start() {
    this.#keys.generateKeys();
    this.#server = createServer((request, answer) => this.#take(request, answer));
    await new Promise(done => this.#server.listen(0, '127.0.0.1', done));
    return this;
  }

  stop() {
    this.#server.close();
  }

  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  /** What a browser tells the site: the body of POST /api/push. */
  get subscription() {
    return { endpoint: `${this.origin}/browser`, point: base64(this.#keys.getPublicKey()),
      auth: base64(this.#auth) };
  }

  /** The next message, decrypted: { text, key }, with the sender's public key. */
  next() {
    return new Promise(done => {
      this.#waiting.push(done);
      this.#hand();
    });
  }

  #hand() {
    while (this.#waiting.length > 0 && this.#messages.length > 0)
      this.#waiting.shift()(this.#messages.shift());
  }

  async #take(request, answer) {
    const pieces = await request.toArray();
    answer.writeHead(this.status).end();
    this.#messages.push({ text: this.#decrypt(Buffer.concat(pieces)),
      key: this.#sender(request.headers.authorization) });
    this.#hand();
  }

  #decrypt(body) {
    const salt = body.subarray(0, 16), other = body.subarray(21, 86), sealed = body.subarray(86);
    const secret = derive(this.#keys.computeSecret(other), this.#auth,
      Buffer.concat([Buffer.from('WebPush: info\0'), this.#keys.getPublicKey(), other]), 32);
    const cipher = createDecipheriv('aes-128-gcm',
      derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
      derive(secret, salt, 'Content-Encoding: nonce\0', 12));
    cipher.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }

  // The public key of the signature; throws if the header is invalid.
  #sender(header) {
    const [, head, claims, signature, key] =
      header.match(/^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/);
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url'));
    const point = Buffer.from(key, 'base64url');
    const isSigned = verify('sha256', Buffer.from(`${head}.${claims}`), {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256',
        x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) } }),
      dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
    const left = exp - Date.now() / 1000;
    if (!isSigned || aud !== this.origin || !sub.startsWith('http') || left < 0 || left > 86400)
      throw new Error(`${header} is not right`);
    return key;
  }
}
