/** A customer's visit while it happens: how far it is, what the crew asks, in the order of what needs an answer. */
import { DAY_MS } from '#domain/time.ts'
import { useEndpoint } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { useNow } from '#web/ui/now.ts'
import { Stepper } from '#web/ui/stepper.tsx'
import { AccessQuestion } from './access-question.tsx'
import { type Arrival, CrewOnMap, useArrival, useArrivalText } from './crew-coming.tsx'
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
type VisitNowProps = { visitId: string; placeName: string; isDone?: boolean }

export function VisitNow({ visitId, placeName, isDone = false }: VisitNowProps) {
  const now = useEndpoint('GET /api/visit-now', { query: { id: visitId } }, { refetchMs: LIVE_EVERY_MS })
  if (!now.data) return null
  return (
    <>
      <AccessQuestion visit={now.data} />
      <ExtraQuestions visit={now.data} />
      {!isDone && <LiveStatus visit={now.data} placeName={placeName} />}
    </>
  )
}

function LiveStatus({ visit, placeName }: { visit: VisitNowReply; placeName: string }) {
  const { now } = useText().today
  const arrival = useArrival(visit.visitId, isExpected(visit, useNow()))
  const sentence = useStatusSentence(visit, arrival)
  const step = STEP_OF[visit.state]
  if (visit.state === 'missed' && visit.missedReason !== null)
    return <Banner tone="warn">{visit.missedReason === 'unsafe' ? now.unsafe : now.noAccess}</Banner>
  // A visit that is only planned says so in its badge.
  if (step === undefined || (step === 0 && sentence === null)) return null
  return (
    <Card isFlush>
      <CrewOnMap arrival={arrival} placeName={placeName} />
      <div className="p-4 sm:p-5">
        <Stepper steps={now.steps} current={step} />
        {sentence && (
          <p className={`nums pt-3 font-medium ${visit.isLate ? 'text-warn' : ''}`} aria-live="polite">
            {sentence}
          </p>
        )}
      </div>
    </Card>
  )
}

/** On its day: until it has begun somebody may be on the way there. */
function isExpected({ state, endsAt }: VisitNowReply, now: number): boolean {
  const step = STEP_OF[state]
  return step === 1 || (step === 0 && Math.abs(Date.parse(endsAt) - now) < DAY_MS)
}

function useStatusSentence(visit: VisitNowReply, arrival: Arrival | undefined): string | null {
  const { now } = useText().today
  const format = useFormat()
  const arrivalText = useArrivalText()
  const time = (at: string) => format.time(at, visit.timeZone)
  if (visit.state === 'completed') return visit.completedAt && now.done(time(visit.completedAt))
  if (visit.state === 'in_progress') return visit.startedAt && now.working(time(visit.startedAt))
  // Where the crew is says more than what it thought when it left.
  const expected =
    arrivalText(arrival) ?? (visit.expectedAt && (visit.isLate ? now.late : now.eta)(time(visit.expectedAt)))
  if (visit.state !== 'en_route') return expected
  return [now.onTheWay(visit.crewFirstName ?? now.yourCrew), expected].filter(Boolean).join(' ')
}
