import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Capability } from '#domain/staff/roles.ts'
import { renderScreen } from '#web/shell/render-screen.testing.tsx'
import { Only } from './may.tsx'

afterEach(cleanup)

const show = (capabilities?: Capability[]) =>
  renderScreen(
    <>
      <Only may="refund">
        <button type="button">Refund</button>
      </Only>
      <Only may="dispatch" isSaid>
        <button type="button">Plan</button>
      </Only>
    </>,
    { user: { type: 'Operator', ...(capabilities === undefined ? {} : { capabilities }) } },
  )

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test.each([
  ['may nothing of it', ['see'], [], true],
  ['gives money back', ['see', 'refund'], ['Refund'], true],
  ['dispatches', ['see', 'dispatch'], ['Plan'], false],
  ['may both', ['see', 'refund', 'dispatch'], ['Refund', 'Plan'], false],
] as const)(
  'whoever %s finds no other button, and reads who may',
  async (_, capabilities, found, readsWho) => {
    await show([...capabilities])
    expect(buttons()).toEqual(found)
    expect(screen.queryByText('Owners, dispatchers and support can change this.') !== null).toBe(readsWho)
  },
)

test('nothing is hidden while it is not known what the role may do', async () => {
  await show()
  expect(buttons()).toEqual(['Refund', 'Plan'])
})
