/**
 * A random id of the browser, ours alone: by it an invitation is seen that was sent and taken on one device. It says
 * nothing of the device, follows nobody to other sites, and no script can read it.
 */

import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** As long as browsers keep any cookie. */
const DEVICE_DAYS = 400

/** The one that the browser has; else a new one, which it gets when somebody signs in. */
export function readDeviceId(config: Config, request: FastifyRequest): string {
  const known = request.cookies[deviceCookieName(config)]
  return known !== undefined && /^[A-Za-z0-9_-]{22}$/.test(known)
    ? known
    : randomBytes(16).toString('base64url')
}

/** Whether somebody signed in on this browser before, or was given an id for another reason. */
export function isDeviceKnown(config: Config, request: FastifyRequest): boolean {
  return request.cookies[deviceCookieName(config)] !== undefined
}

export function setDeviceCookie(reply: FastifyReply, config: Config, deviceId: string): void {
  reply.setCookie(deviceCookieName(config), deviceId, {
    path: '/',
    sameSite: 'lax',
    secure: config.http.isSecure,
    httpOnly: true,
    maxAge: DEVICE_DAYS * 86_400,
  })
}

function deviceCookieName(config: Config): string {
  return config.http.isSecure ? '__Host-crew_device' : 'crew_device'
}
