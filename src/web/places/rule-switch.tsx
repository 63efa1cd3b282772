/** A rule by which work follows the stays of a place: switched on by filling it in, changed, and switched off with an undo. */
import { type ReactNode, useState } from 'react'
import { sentenceOf } from '#web/errors/sentence-of.ts'
import { useMayHere } from '#web/session/looks-after.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import type { IconName } from '#web/ui/icon.tsx'

type RuleTexts = {
  readonly change: string
  readonly switchOn: string
  readonly switchOff: string
  readonly saved: string
  readonly switchedOff: string
}

type RuleSwitchProps<Rule> = {
  readonly rule: Rule
  readonly texts: RuleTexts
  readonly icon?: IconName
  readonly isBusy: boolean
  readonly save: (rule: Rule) => Promise<unknown>
  /** What is filled in; `onSave` keeps it and shuts it. */
  readonly children: (onSave: (rule: Rule) => Promise<void>, onCancel: () => void) => ReactNode
}

/** Nothing for whoever may not change it. */
export function RuleSwitch<Rule extends { readonly isOn: boolean }>(props: RuleSwitchProps<Rule>) {
  const { rule, texts, icon, isBusy, save, children } = props
  const [isEditing, setEditing] = useState(false)
  const mayChange = useMayHere()('schedule')
  const keep = async (changed: Rule): Promise<void> => {
    await save(changed)
    if (changed.isOn) return showToast(texts.saved)
    return showToast(texts.switchedOff, { undo: () => void keep({ ...changed, isOn: true }) })
  }
  const switchOff = async () => {
    try {
      await keep({ ...rule, isOn: false })
    } catch (error) {
      showToast(sentenceOf(error), { tone: 'danger' })
    }
  }
  const submit = async (changed: Rule) => {
    await keep(changed)
    setEditing(false)
  }
  if (!mayChange) return null
  return (
    <div className="grid gap-3 border-t border-line p-4 sm:px-5">
      {isEditing ? (
        children(submit, () => setEditing(false))
      ) : (
        <div className="flex flex-wrap gap-3">
          {rule.isOn ? (
            <>
              <Button onClick={() => setEditing(true)}>{texts.change}</Button>
              <Button tone="quiet" isBusy={isBusy} onClick={() => void switchOff()}>
                {texts.switchOff}
              </Button>
            </>
          ) : (
            <Button {...(icon && { icon })} onClick={() => setEditing(true)}>
              {texts.switchOn}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
