/** Message encryption for Web Push (RFC 8291, with the content encoding of RFC 8188). */
import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** RFC 8188: the size of a record; ours is always one, and push services take no more than this. */
const RECORD_BYTES = 4_096
/** Without header (86), delimiter (1) and tag (16). */
export const MAX_MESSAGE_BYTES = RECORD_BYTES - 86 - 17

export type DeviceKeys = {
  /** The device's uncompressed P-256 point and its secret of 16 bytes, in base64url. */
  readonly p256dh: string
  readonly auth: string
}

type Chance = { readonly sender: ECDH; readonly salt: Buffer }

/** Only the device can read it. Throws where the device's point is none. */
export function encryptForDevice(message: Buffer, keys: DeviceKeys, chance = newChance()): Buffer {
  const { sender, salt } = chance
  const device = Buffer.from(keys.p256dh, 'base64url')
  const own = sender.getPublicKey()
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), device, own])
  const shared = sender.computeSecret(device)
  const secret = derive(shared, Buffer.from(keys.auth, 'base64url'), about, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const lastRecord = Buffer.from([2])
  const sealed = Buffer.concat([cipher.update(message), cipher.update(lastRecord), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([own.length]), own, sealed, cipher.getAuthTag()])
}

function newChance(): Chance {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return { sender, salt: randomBytes(16) }
}

function derive(secret: Buffer, salt: Buffer, about: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, about, length))
}
