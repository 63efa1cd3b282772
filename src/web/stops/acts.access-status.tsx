/** What becomes of a closed door: the wait, the customer's answer, in or away. */
import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmPrompt } from '#web/ui/dialogs/prompt.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { useNow } from '#web/ui/now.ts'

type Visit = Reply<'GET /api/visit-now'>
type Problem = NonNullable<Visit['problem']>

const OPEN: readonly Problem['state'][] = ['waiting', 'answered', 'let_go']
const REFRESHED = ['GET /api/visit-now', 'GET /api/day', 'GET /api/crew-payments'] as const

export function AccessStatus({ visit }: { visit: Visit }) {
  const { problem } = visit
  if (problem === null || !OPEN.includes(problem.state)) return null
  return <OpenProblem problem={problem} timeZone={visit.timeZone} />
}

function OpenProblem({ problem, timeZone }: { problem: Problem; timeZone: string }) {
  const { access } = useText().today
  const format = useFormat()
  const now = useNow(5_000)
  const solve = useAction('POST /api/solve-access-problem', { refreshes: REFRESHED })
  const end = useAction('POST /api/end-visit-without-access', { refreshes: REFRESHED })
  // The wait ends by the clock alone, without a word from the server.
  const canEnd = problem.canEnd || now >= Date.parse(problem.waitsUntil)
  const pay = problem.crewFeeCents ? format.money(problem.crewFeeCents) : null
  const body = { problemId: problem.id }
  const endVisit = async () => {
    const isSure = await confirmPrompt({
      title: access.endTitle,
      body: access.endBody(pay),
      submitLabel: access.end,
    })
    if (!isSure) return
    // The visit is over then, and its card gone before the answer is shown here.
    await end.mutateAsync({ body }).then(
      () => showToast(access.ended),
      () => undefined,
    )
  }
  const error = solve.error ?? end.error
  return (
    <div className="grid gap-3">
      {error && (
        <Banner tone="danger" isAlert>
          {error.message}
        </Banner>
      )}
      <Banner tone={problem.state === 'answered' ? 'good' : 'warn'} {...statusTexts()} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Button icon="check" isWide isLarge isBusy={solve.isPending} onClick={() => solve.mutate({ body })}>
          {access.gotIn}
        </Button>
        {canEnd && (
          <Button isWide isLarge isBusy={end.isPending} onClick={() => void endVisit()}>
            {access.end}
          </Button>
        )}
      </div>
    </div>
  )

  function statusTexts() {
    if (problem.reason === 'unsafe') return { title: access.unsafe }
    if (problem.state === 'let_go') return { title: access.release, children: pay && access.over(pay) }
    if (problem.state === 'answered')
      return { title: access.answeredTitle, icon: 'message' as const, children: problem.answer }
    if (canEnd) return { title: access.overTitle, children: pay && access.over(pay) }
    return {
      title: access.waitingTitle,
      icon: 'clock' as const,
      children: access.waiting(format.time(problem.waitsUntil, timeZone)),
    }
  }
}
