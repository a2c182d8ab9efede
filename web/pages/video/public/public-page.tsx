import { useEffect } from 'react'
import { useRoute } from 'wouter'
import { handleUnauthorized } from '../../../lib/session/unauthorized.ts'
import { FullSpinner } from '../../../ui/spinner.tsx'
import { PublicEmbed } from './public-embed.tsx'
import { PublicVideo } from './public-video.tsx'
import { texts } from './texts.ts'

/** A video for visitors: the published one, else the sign-in, whether or not there is one. */
export default function PublicPage() {
  const [, params] = useRoute('/v/:id/:embed?')
  const id = params?.id ?? ''
  return params?.embed ? <PublicEmbed id={id} /> : <PublicVideo key={id} id={id} gone={<ToSignIn />} />
}

function ToSignIn() {
  useEffect(() => handleUnauthorized(), [])
  return <FullSpinner label={texts.toSignIn} />
}
