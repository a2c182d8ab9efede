import { useQuery } from '@tanstack/react-query'
import type { Platform } from '#contract/publishing/publications.ts'
import { texts as postTexts } from '#texts/features/publishing/post.ts'
import { publicationsOfQuery } from './calls.ts'
import PostActions from './post-actions.tsx'
import { usePostChannel } from './use-post-channel.ts'

/** A video's posts on a platform, with their actions. */
export default function PostsOfVideo({ videoId, platform }: { videoId: string; platform: Platform }) {
  const { data = [] } = useQuery(publicationsOfQuery(videoId))
  const posts = data.filter(one => one.platform === platform && one.canChangePost)
  // A disconnected channel is named too if its posts are listed beside another channel's.
  const { channels } = usePostChannel(platform, undefined)
  const several = new Set([...posts.map(post => post.channel?.id), ...channels.map(({ id }) => id)]).size > 1
  return (
    <ul className="mt-2.5 space-y-3">
      {posts.map(post => (
        <li key={post.id}>
          {(posts.length > 1 || several) && (
            <p className="mb-1 break-words text-muted text-sm">
              {[
                several && post.channel?.name,
                post.hiddenAt ? postTexts.hiddenPost({ content: post.content }) : post.content,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )}
          <PostActions publication={post} />
        </li>
      ))}
    </ul>
  )
}
