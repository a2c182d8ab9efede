import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { sentenceOf } from '../../lib/api.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { MailboxLink } from '../../ui/mailbox-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { requestSignInLink } from './request-link.ts'
import { texts } from './texts.ts'

const { link } = texts

/** Where a mailed link leads that cannot sign in any more: says why, and mails a new one. */
export default function SignInLinkPage() {
  const [search] = useSearchParams()
  const [email, setEmail] = useState('')
  const asking = useMutation({ mutationFn: requestSignInLink })
  const why = { used: link.used, expired: link.expired }[search.get('state') ?? '']
  return (
    <div className="page max-w-xl py-14 sm:py-20">
      <PageTitle title={link.title} />
      <p className="mt-2 mb-6 text-muted">
        {why} {link.ask}
      </p>
      {asking.isSuccess ? (
        <Alert tone="notice" title={link.sent} action={<MailboxLink email={email} />}>
          {asking.data.message}
        </Alert>
      ) : (
        <form
          className="flex flex-col gap-2.5 sm:flex-row"
          onSubmit={event => {
            event.preventDefault()
            asking.mutate(email.trim())
          }}
        >
          <div className="flex-1">
            <TextField
              label={link.email}
              labelHidden
              type="email"
              autoComplete="email"
              required
              maxLength={254}
              placeholder={link.placeholder}
              value={email}
              error={asking.isError ? sentenceOf(asking.error, link.failed) : undefined}
              onChange={event => setEmail(event.target.value)}
            />
          </div>
          <Button type="submit" size="lg" busy={asking.isPending} disabled={email.trim() === ''}>
            {asking.isPending ? link.submitting : link.submit}
          </Button>
        </form>
      )}
    </div>
  )
}
