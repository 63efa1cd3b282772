/**
 * Catches what breaks while a screen is drawn and shows the 500 page until somebody goes elsewhere, with the reference
 * that the server's log has. Without a connection it is the missing part of the app, and says that instead.
 */
import { Component, type ReactNode } from 'react'
import { isMissingPart } from './missing-part.ts'
import { sendClientError } from './send-client-error.ts'
import { Offline, ServerError } from './server-error.tsx'

type Props = { resetBy: string; children: ReactNode }
type State = { isBroken: boolean; isOffline: boolean; brokenAt: string; reference?: string | undefined }

const WHOLE = { isBroken: false, isOffline: false, reference: undefined }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { ...WHOLE, brokenAt: '' }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { isBroken: true, isOffline: !navigator.onLine || isMissingPart(error) }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { brokenAt }: State): State | null {
    return resetBy === brokenAt ? null : { ...WHOLE, brokenAt: resetBy }
  }

  override componentDidCatch(error: unknown): void {
    console.error('a screen broke', error)
    if (!navigator.onLine) return
    void sendClientError(error).then((reference) => {
      // Who can say so has a connection: then it is the part that is wrong.
      if (reference !== undefined) this.setState({ reference, isOffline: false })
    })
  }

  override render(): ReactNode {
    const { isBroken, isOffline, reference } = this.state
    if (!isBroken) return this.props.children
    return isOffline ? <Offline /> : <ServerError reference={reference} />
  }
}
