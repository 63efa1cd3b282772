/** Where one has no place of one's own: the places of others that one looks after, one tap away. */
import type { ComponentType } from 'react'
import { useEndpoint } from '#web/api.ts'
import { goToAccount } from '#web/session/go-to-account.ts'
import { loadAreas, useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { List, ListRow } from '#web/ui/lists/list.tsx'

/** With its words, which few need. */
export async function bringLookedAfter(): Promise<{ default: ComponentType }> {
  await loadAreas(['sharing'])
  return { default: LookedAfter }
}

function LookedAfter() {
  const { accounts: texts } = useText().sharing
  const { data } = useEndpoint('GET /api/accounts')
  if (!data || data.accounts.length === 0) return null
  return (
    <Card title={texts.title} isFlush>
      <List label={texts.title}>
        {data.accounts.map(({ shareId, ownerName }) => (
          <ListRow
            key={shareId}
            icon="home"
            title={texts.of(ownerName)}
            actions={
              <Button
                aria-label={`${texts.use}: ${ownerName}`}
                onClick={() => void goToAccount(shareId).catch(() => undefined)}
              >
                {texts.use}
              </Button>
            }
          />
        ))}
      </List>
    </Card>
  )
}
