/** Every endpoint of the product: the one list that the server mounts, the browser is typed by and `/api/docs` shows. */

import { operator } from './operator.ts'
import { photos } from './photos.ts'
import { system } from './system.ts'
import { users } from './users.ts'
import { work } from './work.ts'

export const contract = {
  ...photos,
  ...system,
  ...users,
  ...operator,
  ...work,
}

export type Contract = typeof contract
