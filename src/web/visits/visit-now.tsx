/** A customer's visit while it happens: how far it is, what the crew asks, in the order of what needs an answer. */
import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { AccessQuestion } from './access-question.tsx'
import { ExtraQuestions } from './extra-questions.tsx'
import type { VisitNowReply } from './visit-now.types.ts'

const LIVE_EVERY_MS = 15_000
const STEP_OF: Partial<Record<VisitNowReply['state'], number>> = {
  scheduled: 0,
  confirmed: 0,
  reopened: 0,
  en_route: 1,
  in_progress: 2,
  completed: 3,
}

/** Stays away while it is not known: the visit's own page matters more. A page of a done visit says that itself. */
export function VisitNow({ visitId, isDone = false }: { visitId: string; isDone?: boolean }) {
  const now = useEndpoint('GET /api/visit-now', { query: { id: visitId } }, { refetchMs: LIVE_EVERY_MS })
  if (!now.data) return null
  return (
    <>
      <AccessQuestion visit={now.data} />
      <ExtraQuestions visit={now.data} />
      {!isDone && <LiveStatus visit={now.data} />}
    </>
  )
}

function LiveStatus({ visit }: { visit: VisitNowReply }) {
  const { now } = useText().today
  const sentence = useStatusSentence(visit)
  const step = STEP_OF[visit.state]
  if (visit.state === 'missed' && visit.missedReason !== null)
    return <Banner tone="warn">{visit.missedReason === 'unsafe' ? now.unsafe : now.noAccess}</Banner>
  // A visit that is only planned says so in its badge.
  if (step === undefined || (step === 0 && visit.expectedAt === null)) return null
  return (
    <Card>
      <Stepper steps={now.steps} current={step} />
      {sentence && (
        <p className={`nums pt-3 font-medium ${visit.isLate ? 'text-warn' : ''}`} aria-live="polite">
          {sentence}
        </p>
      )}
    </Card>
  )
}

function useStatusSentence(visit: VisitNowReply): string | null {
  const { now } = useText().today
  const format = useFormat()
  const time = (at: string) => format.time(at, visit.timeZone)
  if (visit.state === 'completed') return visit.completedAt && now.done(time(visit.completedAt))
  if (visit.state === 'in_progress') return visit.startedAt && now.working(time(visit.startedAt))
  const expected = visit.expectedAt && (visit.isLate ? now.late : now.eta)(time(visit.expectedAt))
  if (visit.state !== 'en_route') return expected
  return [now.onTheWay(visit.crewFirstName ?? now.yourCrew), expected].filter(Boolean).join(' ')
}
