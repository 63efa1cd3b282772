/** A visit that is done: the proof first, stars and a tip beside it, what it cost; the rest below. */
import { SomethingWrong, VisitFeedback } from '#web/feedback/visit-feedback.tsx'
import { VisitMessages } from '#web/messages/visit-messages.tsx'
import { useText } from '#web/text/store.ts'
import { CrewMark } from '#web/visits/crew-mark.tsx'
import { VisitNow } from '#web/visits/visit-now.tsx'
import { VisitStory } from '#web/visits/visit-story.tsx'
import { WhyThisDay } from '#web/visits/why-this-day.tsx'
import { Facts, PriceCard, Steps, type Visit } from './visit.parts.tsx'
import { Proof } from './visit.proof.tsx'

export function DoneVisit({ visit }: { visit: Visit }) {
  const { who } = useText().today
  const { id, timeZone, totalCents = null } = visit
  return (
    <>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Proof visit={visit} />
        <div className="grid gap-4">
          <VisitNow visitId={id} isDone />
          <CrewMark visitId={id} title={who.came} />
          <VisitFeedback visitId={id} timeZone={timeZone} reader="customer" totalCents={totalCents} />
          <PriceCard visit={visit} />
          <SomethingWrong visitId={id} timeZone={timeZone} />
        </div>
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <div className="grid gap-4">
          <Facts visit={visit} />
          <Steps visit={visit} />
          <WhyThisDay visitId={id} />
        </div>
        <VisitMessages visitId={id} timeZone={timeZone} />
        <VisitStory visitId={id} reader="customer" />
      </div>
    </>
  )
}
