import { Suspense, useState } from 'react'
import type { Channel } from '#contract/publishing/publications.ts'
import { channelTexts } from '../../../features/publishing/channel-texts.ts'
import { Button } from '../../../ui/button.tsx'
import { dialogPart } from '../../../ui/part/part.tsx'

const { disconnect: words } = channelTexts
const DisconnectDialog = dialogPart(() => import('./disconnect-dialog.tsx'))

/** Disconnects a channel after a confirmation. */
export function Disconnect({ channel }: { channel: Channel }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={words.of(channel.name)} onClick={() => setAsking(true)}>
        {words.yes}
      </Button>
      <Suspense>{asking && <DisconnectDialog channel={channel} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
