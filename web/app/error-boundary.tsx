import { Component, type ErrorInfo, type ReactNode } from 'react'
import { perTab } from '../lib/browser-storage.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { texts } from './texts.ts'

const reloadedKey = 'reloaded-for-new-version'

/** A chunk of an older deployment is no longer on the server; a reload loads the new version. */
const isMissingChunk = (error: Error) =>
  /dynamically imported module|importing a module script|module preload/i.test(error.message)

/** Keeps a failing page from taking the shell down with it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
    const last = Number(perTab.get(reloadedKey))
    if (!isMissingChunk(error) || Date.now() - last < 60_000) return
    perTab.set(reloadedKey, String(Date.now()))
    window.location.reload()
  }

  override render() {
    if (!this.state.error) return this.props.children
    return (
      <div className="page py-10">
        <Alert
          tone="danger"
          title={texts.pageFailed.title}
          action={
            <Button variant="outline" size="sm" onClick={() => this.setState({ error: null })}>
              {texts.pageFailed.retry}
            </Button>
          }
        >
          {texts.pageFailed.text}
        </Alert>
      </div>
    )
  }
}
