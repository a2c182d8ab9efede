import { texts } from '#texts/pages/settings/api.ts'
import { AccessTokens } from './access-tokens.tsx'
import { Webhooks } from './webhooks.tsx'

/** What the rider's own programs use: access tokens and webhooks. */
export default function ApiAccess() {
  return (
    <>
      <p className="mb-5 max-w-prose text-muted">
        {texts.explain}{' '}
        <a className="rounded-sm font-semibold text-accent hover:underline" href="/docs/api">
          {texts.guide}
        </a>
      </p>
      <AccessTokens />
      <hr className="my-6 border-line" />
      <Webhooks />
    </>
  )
}
