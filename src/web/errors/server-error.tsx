import { useText } from '#web/text/store.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { linkTo } from '#web/urls.ts'

/** The 500 page: a screen broke, or its part of the app could not be downloaded. Support finds it by the reference. */
export function ServerError({ reference }: { reference?: string | undefined }) {
  const { shell } = useText()
  return (
    <Page title={shell.crashed.title} subtitle="500">
      <EmptyState icon="warning" title={shell.crashed.body} action={<WaysOn label={shell.crashed.reload} />}>
        {reference && <span className="select-text">{shell.crashed.reference(reference)}</span>}
      </EmptyState>
    </Page>
  )
}

/** The part of the app that was asked for is not on the device, and there is no connection to bring it. */
export function Offline() {
  const { ui, shell } = useText()
  return (
    <Page title={shell.notHere.title}>
      <EmptyState icon="warning" title={shell.notHere.body} action={<WaysOn label={ui.retry} />} />
    </Page>
  )
}

function WaysOn({ label }: { label: string }) {
  const { shell } = useText()
  return (
    <>
      <Button tone="primary" onClick={() => window.location.reload()}>
        {label}
      </Button>
      <ButtonLink to={linkTo('home')}>{shell.goHome}</ButtonLink>
    </>
  )
}
