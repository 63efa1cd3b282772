/** What merging would do, and the values that the account that stays has then. */
import type { MergeSide } from '#domain/accounts/merging.ts'
import { brandName } from '#domain/billing/receipt.ts'
import { type Reply, useAction } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { maskPhone } from '#web/ui/forms/phone.ts'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { Facts } from '#web/ui/lists/facts.tsx'

type Preview = Reply<'GET /api/account-merge'>
type Account = Preview['kept']
type Acts = { onSwap: () => void; onBack: () => void; onMerged: () => void }

const FIELDS = ['name', 'email', 'phone', 'method'] as const
const KEPT: Record<(typeof FIELDS)[number], MergeSide> = {
  name: 'kept',
  email: 'kept',
  phone: 'kept',
  method: 'kept',
}

export function MergeForm({ preview, ...acts }: { preview: Preview } & Acts) {
  const { merge: texts } = useText().peopleDesk
  const { kept, closed, hindrances } = preview
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
        <Side title={texts.stays} account={kept} />
        <Side title={texts.closes} account={closed} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon="undo" onClick={acts.onSwap}>
          {texts.swap}
        </Button>
        <Button tone="quiet" onClick={acts.onBack}>
          {texts.another}
        </Button>
      </div>
      <Moves preview={preview} />
      {hindrances.length === 0 ? (
        <Choices preview={preview} onMerged={acts.onMerged} />
      ) : (
        <Banner tone="warn" title={texts.notYet}>
          <ul className="grid list-disc gap-1 pl-4">
            {hindrances.map(({ reason, sentence }) => (
              <li key={reason}>{sentence}</li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}

function Side({ title, account }: { title: string; account: Account }) {
  const { merge: texts } = useText().peopleDesk
  const format = useFormat()
  return (
    <section className="min-w-0 rounded-2xl border border-line p-4">
      <h3 className="text-sm text-muted">{title}</h3>
      <p className="text-lg font-semibold wrap-anywhere">{account.name}</p>
      <ul className="nums text-sm wrap-anywhere">
        {(['email', 'phone', 'method'] as const).map((field) => (
          <li key={field}>{shown(account, field) || texts.without[field]}</li>
        ))}
        <li className="text-muted">{texts.since(format.dateOf(account.createdAt))}</li>
      </ul>
    </section>
  )
}

/** Empty where the account has none. */
function shown({ name, email, phone, method }: Account, field: (typeof FIELDS)[number]): string {
  if (field === 'name') return name
  if (field === 'email') return email
  if (field === 'phone') return phone === null ? '' : maskPhone(phone)
  return method === null ? '' : `${brandName(method.brand)} •••• ${method.last4}`
}

function Moves({ preview: { moves, kept, closed, crew } }: { preview: Preview }) {
  const { merge: texts } = useText().peopleDesk
  if (crew !== null) return <CrewMoves crew={crew} kept={kept} closed={closed} />
  const { places, weeklyJobs, visitsToCome, visits, orders, payments } = moves
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.moves(kept.name)}</h3>
      <Facts
        facts={[
          [texts.places, String(places)],
          [texts.weeklyJobs, String(weeklyJobs)],
          [texts.visits, texts.visitsOf(visits, visitsToCome)],
          [texts.orders, String(orders)],
          [texts.payments, String(payments)],
        ]}
      />
      <p className="text-sm text-muted">{texts.movesToo}</p>
    </section>
  )
}

type CrewProps = Pick<Preview, 'kept' | 'closed'> & { crew: NonNullable<Preview['crew']> }

function CrewMoves({ crew, kept, closed }: CrewProps) {
  const { merge: texts } = useText().peopleDesk
  const format = useFormat()
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">{texts.moves(kept.name)}</h3>
      <Facts
        facts={[
          [texts.crew.weeklyStops, String(crew.weeklyStops)],
          [texts.visits, texts.visitsOf(crew.visits, crew.visitsToCome)],
          [texts.crew.offers, String(crew.openOffers)],
          [texts.crew.ratings, String(crew.ratings)],
          [texts.crew.wishedBy, String(crew.wishedBy)],
        ]}
      />
      <p className="text-sm text-muted">{texts.crew.movesToo}</p>
      <h3 className="font-semibold">{texts.crew.stays(closed.name)}</h3>
      <p className="text-sm">{texts.crew.payouts(crew.payouts, format.money(crew.paidCents))}</p>
    </section>
  )
}

/** What both have and is not the same is chosen; what only one has stays. */
function Choices({ preview, onMerged }: { preview: Preview; onMerged: () => void }) {
  const { merge: texts } = useText().peopleDesk
  const { kept, closed } = preview
  const merge = useAction('POST /api/merge-accounts', {
    refreshes: ['GET /api/person', 'POST /api/find-people', 'GET /api/history'],
  })
  const draft = useDraft({ ...KEPT, reason: '' })
  const submit = async () => {
    await merge.mutateAsync({ body: { keptId: kept.id, closedId: closed.id, ...draft.values } })
    draft.reset()
    onMerged()
  }
  const differing = FIELDS.filter((field) => {
    // A crew's bank is its own; where both have one it is the same.
    if (field === 'method' && preview.crew !== null) return false
    const [own, other] = [shown(kept, field), shown(closed, field)]
    return own !== '' && other !== '' && own !== other
  })
  return (
    <Form onSubmit={submit} submitLabel={texts.submit} tone="danger">
      {differing.map((field) => (
        <SelectField
          key={field}
          label={texts.keep[field]}
          options={(['kept', 'closed'] as const).map((side) => ({
            value: side,
            label: shown(preview[side], field),
          }))}
          {...draft.field(field)}
        />
      ))}
      <Banner tone="warn">{texts.warning}</Banner>
      <TextField label={texts.reason} maxLength={300} {...draft.field('reason')} />
    </Form>
  )
}
