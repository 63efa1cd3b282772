/**
 * Around a part of a page that is downloaded apart, as a dialog: where it fails only the part is missing, never the page
 * that works. It says that the part comes later; what was meant to open is closed by `onMissing`.
 */
import { Component, type ReactNode } from 'react'
import { currentText } from '#web/text/store.ts'
import { showToast } from '#web/ui/dialogs/toasts.tsx'
import { isMissingPart } from './missing-part.ts'
import { sendClientError } from './send-client-error.ts'

type Props = { children: ReactNode; onMissing?: () => void; isQuiet?: boolean }

export class PartBoundary extends Component<Props, { isMissing: boolean }> {
  override state = { isMissing: false }

  static getDerivedStateFromError(): { isMissing: boolean } {
    return { isMissing: true }
  }

  override componentDidCatch(error: unknown): void {
    const { onMissing, isQuiet } = this.props
    if (!isQuiet) showToast(currentText().shell.partLater, { tone: 'info' })
    if (!isMissingPart(error)) void sendClientError(error)
    onMissing?.()
  }

  override render(): ReactNode {
    return this.state.isMissing ? null : this.props.children
  }
}
