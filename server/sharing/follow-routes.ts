import type { FastifyInstance } from 'fastify'
import { api } from '#contract/paths.ts'
import type { Language } from '#contract/reading/languages.ts'
import { sentences } from '#sentences/sharing.ts'
import { spend } from '#server/core/budget.ts'
import { implement, perMinute } from '#server/core/http/implement.ts'
import { ignoreForms, question, sendPage, told } from '#server/core/http/signed-pages.ts'
import { spokenTo, wordingFor } from '#server/core/language.ts'
import type { Deps } from '#server/deps.ts'
import {
  askToFollow,
  confirmFollow,
  endFollow,
  followBudget,
  followOf,
  followToConfirm,
  readUnfollow,
} from './follow.ts'
import { dayOf } from './rules.ts'
import { strangersNetwork } from './viewers.ts'

type FollowDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>

/** Following a rider by email: asking for the link, and the pages behind mailed links, which need no session. */
export function followRoutes(
  app: FastifyInstance,
  deps: FollowDeps,
  find: (name: string) => Promise<{ userId: string }>,
): void {
  const { db, clock, secrets } = deps

  implement(app, 'followRider', { rateLimit: perMinute(20) }, async request => {
    const { userId } = await find(request.params.riderName)
    const now = clock.now()
    await spend(db, followBudget, await strangersNetwork(db, request, dayOf(now)), now)
    await askToFollow(deps, userId, { email: request.body.email, wording: wordingFor(request) })
    return { ok: true as const }
  })

  app.register(async open => {
    ignoreForms(open)

    implement(open, 'followLink', { rateLimit: perMinute(60) }, async (request, reply) => {
      const language = spokenTo(request)
      const follow = await followToConfirm(deps, request.params.token)
      if (!follow?.page) return sendPage(reply, language, over(language))
      return sendPage(reply, language, {
        title: sentences.followAskTitle({ page: follow.page }),
        content: question(language, sentences.followAsk, sentences.followAction),
      })
    })

    implement(open, 'confirmFollow', { rateLimit: perMinute(60) }, async (request, reply) => {
      const language = spokenTo(request)
      const follow = await followToConfirm(deps, request.params.token)
      if (!follow?.page) return sendPage(reply, language, over(language))
      await confirmFollow(db, follow.id, clock.now())
      return sendPage(reply, language, {
        title: sentences.followedTitle({ page: follow.page }),
        content: told(language, sentences.followed, {
          href: api.riderPage(follow.page),
          name: sentences.followedPage,
        }),
      })
    })

    implement(open, 'unfollowLink', { rateLimit: perMinute(60) }, async (request, reply) => {
      const language = spokenTo(request)
      const follow = await followOf(db, readUnfollow(secrets, request.params.token))
      if (!follow) return sendPage(reply, language, ended(language))
      return sendPage(reply, language, {
        title: sentences.unfollowAskTitle,
        content: question(language, sentences.unfollowAsk, sentences.unfollowAction),
      })
    })

    implement(open, 'unfollow', { rateLimit: perMinute(60) }, async (request, reply) => {
      await endFollow(db, readUnfollow(secrets, request.params.token))
      const language = spokenTo(request)
      return sendPage(reply, language, ended(language))
    })
  })
}

const over = (language: Language) => ({
  status: 410,
  title: sentences.followOverTitle,
  content: told(language, sentences.followOver),
})

const ended = (language: Language) => ({
  title: sentences.unfollowedTitle,
  content: told(language, sentences.unfollowed),
})
