/**
 * What a form began with, while others save too: what somebody typed is never lost to a newer record, and never written
 * over it unasked. A form that nobody has typed in follows the record; any other says what is newer and asks.
 */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallKey } from '#web/api.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'

type Typed = Record<string, unknown>

type Following<Of, Values extends Typed> = {
  /** As it was read last. */
  current: Of
  draft: Draft<Values>
  valuesOf: (of: Of) => Values
  /** Differs once somebody has saved. */
  markOf: (of: Of) => string | number
  /** What each field is called where it is said that somebody changed it. */
  labels: { readonly [Name in keyof Values]?: string }
  /** Asked again where saving was refused: perhaps because there is something newer. */
  read: CallKey
}

export type Basis<Of> = {
  /** What the form began with: its version goes along when it is saved. */
  base: Of
  /** What others changed since then, in the words of the form; null where nothing is newer. */
  newer: readonly string[] | null
  /** Saves, and goes on from what the server then has. Rejects as saving does. */
  save: <Saved>(saving: () => Promise<Saved>) => Promise<Saved>
  takeTheirs: () => void
  /** Fields that were not touched follow the record; those that were stay as typed. */
  keepMine: () => void
}

export function useBasis<Of, Values extends Typed>(following: Following<Of, Values>): Basis<Of> {
  const { current, draft, valuesOf, markOf, labels, read } = following
  const client = useQueryClient()
  const [base, setBase] = useState(current)
  const [phase, setPhase] = useState<'typing' | 'saving' | 'saved'>('typing')
  const [began, theirs] = [valuesOf(base), valuesOf(current)]
  const isNewer = markOf(base) !== markOf(current)
  const isMine = phase === 'saved' && !draft.isDirty
  const follow = () => {
    setBase(current)
    setPhase('typing')
    draft.reset(theirs)
  }
  if (
    isNewer &&
    phase !== 'saving' &&
    (isMine || isAlike(draft.values, began) || isAlike(draft.values, theirs))
  )
    follow()
  const keepMine = () => {
    const touched = Object.entries(draft.values).filter(([name, value]) => !isAlike(value, began[name]))
    follow()
    draft.set({ ...theirs, ...Object.fromEntries(touched) })
  }
  const save = async <Saved,>(saving: () => Promise<Saved>): Promise<Saved> => {
    setPhase('saving')
    try {
      const saved = await saving()
      draft.reset(draft.values)
      setPhase('saved')
      return saved
    } catch (error) {
      setPhase('typing')
      void client.invalidateQueries({ queryKey: [read] })
      throw error
    }
  }
  const changed = Object.keys(labels).filter((name) => !isAlike(began[name], theirs[name]))
  const newer = isNewer && phase === 'typing' ? changed.map((name) => labels[name] ?? '') : null
  return { base, newer, save, takeTheirs: follow, keepMine }
}

/** Stands in the form, above its fields. */
export function Newer({ basis: { newer, takeTheirs, keepMine } }: { basis: Basis<unknown> }) {
  const { newer: texts } = useText().operatorShell
  if (newer === null) return null
  return (
    <Banner
      tone="warn"
      title={texts.title}
      actions={
        <>
          <Button onClick={keepMine}>{texts.keepMine}</Button>
          <Button tone="quiet" onClick={takeTheirs}>
            {texts.takeTheirs}
          </Button>
        </>
      }
    >
      {texts.body(newer)}
    </Banner>
  )
}

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
