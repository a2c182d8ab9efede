import { useCallback, useState } from 'react'
import { frameAddress } from '#contract/paths.ts'
import { cx } from '../../lib/cx.ts'
import { useBackOnline } from '../../lib/online.ts'

/** A frame of the ride. Where it can't be loaded, its place stays empty until the browser is online again. */
export function Frame({
  streamId,
  seconds,
  className,
}: {
  streamId: string
  seconds: number
  className: string
}) {
  const address = frameAddress(streamId, Math.floor(seconds), 180)
  const [failed, setFailed] = useState<string | null>(null)
  useBackOnline(useCallback(() => setFailed(null), []))
  const shape = cx('block bg-sunken object-cover', className)
  if (failed === address) return <span className={shape} />
  return <img src={address} alt="" loading="lazy" className={shape} onError={() => setFailed(address)} />
}
