import { useQuery } from '@tanstack/react-query'
import { texts } from '#texts/ui.ts'
import { appInfoQuery } from '../lib/calls/app-info.ts'

/** In sandbox mode emails stay on this server: a link to those of an address. Otherwise renders nothing. */
export function MailboxLink({ email }: { email: string }) {
  const { data: app } = useQuery(appInfoQuery)
  if (app?.mode !== 'sandbox') return null
  return (
    <a
      href={`/sandbox/mailbox?to=${encodeURIComponent(email)}`}
      className="rounded-sm py-1 font-semibold text-sm underline underline-offset-2"
    >
      {texts.mailbox}
    </a>
  )
}
