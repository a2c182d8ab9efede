import { useQuery } from '@tanstack/react-query'
import { texts } from '#texts/ui.ts'
import { appInfoQuery } from '../lib/calls/app-info.ts'

/** A link to the operator's support address, once it is known. */
export function ContactLink() {
  const { data: app } = useQuery(appInfoQuery)
  if (!app) return null
  return (
    <a href={app.support} className="rounded-sm font-semibold underline underline-offset-2">
      {texts.contact}
    </a>
  )
}
