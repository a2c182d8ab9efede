import { useEffect } from 'react'
import { useRoute } from 'wouter'
import { texts } from '#texts/pages/video/public.ts'
import { handleUnauthorized } from '../../../lib/session/unauthorized.ts'
import { FullSpinner } from '../../../ui/spinner.tsx'
import PublicVideo from './public-video.tsx'

/** A video for visitors: the published one, else the sign-in, whether or not there is one. */
export default function PublicPage() {
  const [, params] = useRoute('/v/:id')
  const id = params?.id ?? ''
  return <PublicVideo key={id} id={id} gone={<ToSignIn />} />
}

function ToSignIn() {
  useEffect(() => handleUnauthorized(), [])
  return <FullSpinner label={texts.toSignIn} />
}
