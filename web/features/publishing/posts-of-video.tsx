import { useQuery } from '@tanstack/react-query'
import type { Platform } from '#contract/publishing/publications.ts'
import { publicationsOfQuery } from './calls.ts'
import PostActions from './post-actions.tsx'
import { postTexts } from './post-texts.ts'

/** What of a video is out on a platform, with what can be done about it. */
export default function PostsOfVideo({ videoId, platform }: { videoId: string; platform: Platform }) {
  const { data = [] } = useQuery(publicationsOfQuery(videoId))
  const posts = data.filter(one => one.platform === platform && one.canChangePost)
  return (
    <ul className="mt-2.5 space-y-3">
      {posts.map(post => (
        <li key={post.id}>
          {posts.length > 1 && (
            <p className="mb-1 text-muted text-sm">
              {post.hiddenAt ? postTexts.hiddenPost(post.content) : post.content}
            </p>
          )}
          <PostActions publication={post} />
        </li>
      ))}
    </ul>
  )
}
