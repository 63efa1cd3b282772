/**
 * Which step of a form is shown, kept in the address: `const steps = useSteps(['where', 'what'], 'what')`. Back, forward
 * and a reload find it again; nobody lands behind the furthest step whose questions before it are answered.
 */
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { fieldsIn } from '#contract/outside.ts'

export type Steps<Step extends string> = {
  readonly step: Step
  readonly index: number
  /** Goes there; `query` changes other parts of the address on the way, undefined takes one out. */
  readonly goTo: (step: Step, query?: Readonly<Record<string, string | undefined>>) => void
  /** To the step before. */
  readonly back: () => void
  /** To the first. */
  readonly restart: () => void
}

/** An address without a step means `start`. */
export function useSteps<Step extends string>(
  all: readonly [Step, ...Step[]],
  furthest: Step,
  start: Step = all[0],
): Steps<Step> {
  const [search] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const wanted = all.find((each) => each === search.get('step')) ?? start
  const index = Math.min(all.indexOf(wanted), all.indexOf(furthest))
  const step = all[index] ?? all[0]
  const before = all[index - 1] ?? all[0]
  const goTo: Steps<Step>['goTo'] = (next, query = {}) => {
    const address = new URLSearchParams(search)
    for (const [name, value] of Object.entries({ ...query, step: next }))
      if (value === undefined) address.delete(name)
      else address.set(name, value)
    void navigate({ search: address.toString() }, { state: { cameFrom: step } })
  }
  // The step before is often the page before: then the history does not grow.
  const back = () => (fieldsIn(state).cameFrom === before ? void navigate(-1) : goTo(before))
  return { step, index, goTo, back, restart: () => goTo(all[0]) }
}
