import { brand } from '#contract/brand.ts'
import { api, videoPage } from '#contract/paths.ts'
import { unsafeFind } from '#server/videos/index.ts'
import type { Publisher } from '../ports.ts'

/** Publishes on this server's own video host: live with the decision itself. */
export const publishHere: Publisher = {
  async publish(tx, { videoId }) {
    const video = await unsafeFind(tx, videoId)
    return { link: video?.stream_id ? api.embed(video.stream_id) : videoPage(videoId), where: brand }
  },
}
