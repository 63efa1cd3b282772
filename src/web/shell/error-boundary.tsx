/** Catches what breaks while a screen is drawn and shows the 500 page until somebody goes elsewhere. */
import { Component, type ReactNode } from 'react'
import { ServerError } from '#web/screens/errors/server-error.tsx'

type Props = { resetBy: string; children: ReactNode }
type State = { isBroken: boolean; brokenAt: string }

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { isBroken: false, brokenAt: '' }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ resetBy }: Props, { brokenAt }: State): State | null {
    return resetBy === brokenAt ? null : { isBroken: false, brokenAt: resetBy }
  }

  override componentDidCatch(error: unknown): void {
    console.error('a screen broke', error)
  }

  override render(): ReactNode {
    return this.state.isBroken ? <ServerError /> : this.props.children
  }
}
