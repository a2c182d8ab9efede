import { Component, type ErrorInfo, type ReactNode } from 'react'
import { RetryAlert } from '../ui/alert.tsx'
import { texts } from './texts.ts'

/** Keeps a failing page from taking the shell down with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="page py-10">
        <RetryAlert title={texts.pageFailed.title} onRetry={() => this.setState({ error: null })}>
          {texts.pageFailed.text}
        </RetryAlert>
      </div>
    )
  }
}
