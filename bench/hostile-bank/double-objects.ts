/** What the double knows of a kind, with the little that the proof needs of each. */
import { z } from 'zod'
import type { House } from './house.ts'

const object = z.object({
  id: z.string(),
  status: z.string().nullish(),
  amount: z.number().nullish(),
  amount_refunded: z.number().nullish(),
  net: z.number().nullish(),
  fee: z.number().nullish(),
  type: z.string().nullish(),
  charge: z.string().nullish(),
  customer: z.string().nullish(),
  paid: z.boolean().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
})
export type DoubleObject = z.output<typeof object>

const answer = z.object({ data: z.array(object) })

export async function objectsOf(
  house: House,
  kind: string,
  owner: string | null = null,
): Promise<DoubleObject[]> {
  return answer.parse(await house.command('objects', { kind, owner })).data
}

export function referenceOf({ metadata }: DoubleObject): string | null {
  return metadata?.['reference'] ?? null
}
