import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Page } from '#web/ui/page.tsx'

/** The 500 page: a screen broke, or its part of the app could not be downloaded. */
export function ServerError() {
  const { shell } = useText()
  return (
    <Page title={shell.crashed.title} subtitle="500">
      <EmptyState
        icon="warning"
        title={shell.crashed.body}
        action={
          <Button tone="primary" onClick={() => window.location.reload()}>
            {shell.crashed.reload}
          </Button>
        }
      />
    </Page>
  )
}
