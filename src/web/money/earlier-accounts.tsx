/** Accounts that were merged into a crew's own: what each was paid stays under its name, and is read from here. */
import { useSearchParams } from 'react-router'
import { isId, type UserId } from '#domain/ids.ts'
import type { Reply } from '#web/api.ts'
import { useFormat } from '#web/text/format.ts'
import { useText } from '#web/text/store.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'
import { linkTo } from '#web/urls.ts'

type Accounts = Pick<Reply<'GET /api/crew-payments'>, 'account' | 'accounts'>
type Screen = 'crewPayments' | 'openTaxForms'

/** Whose earnings the address asks for; nothing for one's own. */
export function useAskedAccount(): { account?: UserId } {
  const [search] = useSearchParams()
  const asked = search.get('account') ?? ''
  return isId<UserId>(asked) ? { account: asked } : {}
}

/** Says whose earnings are shown where they are not those of the account that one signs in to. */
export function ShownAccount({ account, screen }: Pick<Accounts, 'account'> & { screen: Screen }) {
  const { accounts: texts } = useText().money
  const format = useFormat()
  if (account === null) return null
  return (
    <Banner actions={<ButtonLink to={linkTo(screen)}>{texts.own}</ButtonLink>}>
      {texts.shown(account.name, format.dateOf(account.at))}
    </Banner>
  )
}

export function EarlierAccounts({ account, accounts, screen }: Accounts & { screen: Screen }) {
  const { accounts: texts } = useText().money
  const format = useFormat()
  const others = accounts.filter(({ id }) => id !== account?.id)
  if (others.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <p className="px-5 pb-3 text-sm text-muted">{texts.body}</p>
      <List label={texts.title}>
        {others.map(({ id, name, at }) => (
          <ListRow
            key={id}
            title={texts.since(name, format.dateOf(at))}
            to={`${linkTo(screen)}?account=${id}`}
          />
        ))}
      </List>
    </Card>
  )
}
