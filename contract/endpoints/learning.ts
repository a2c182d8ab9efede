import { reviewLearningAnswer, reviewLearningBody } from '../learning.ts'
import { endpoint } from './endpoint.ts'

export const learningEndpoints = {
  reviewLearning: endpoint({
    permission: 'profile:own',
    summary:
      "Choose whether reviewers' verdicts on your videos may improve the scores; off deletes what is stored",
    body: reviewLearningBody,
    answer: reviewLearningAnswer,
  }),
}
