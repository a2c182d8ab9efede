import { reviewLearningAnswer, reviewLearningBody, scoreWeightsState, weightsParams } from '../learning.ts'
import { endpoint, noBody } from './endpoint.ts'

export const learningEndpoints = {
  reviewLearning: endpoint({
    permission: 'profile:own',
    summary:
      "Choose whether reviewers' verdicts on your videos may improve the scores; off deletes what is stored",
    body: reviewLearningBody,
    answer: reviewLearningAnswer,
  }),
  scoreWeights: endpoint({
    permission: 'admin:manage',
    summary: 'Which score weights are in use, which are proposed from reviews, and what was used before',
    answer: scoreWeightsState,
  }),
  applyScoreWeights: endpoint({
    permission: 'admin:manage',
    summary:
      'Use proposed or earlier score weights for analyses from now on; version 0 stands for the built-in ones',
    params: weightsParams,
    body: noBody,
    answer: scoreWeightsState,
    refusals: [404, 409],
  }),
  dismissScoreWeights: endpoint({
    permission: 'admin:manage',
    summary: 'Dismiss proposed score weights',
    params: weightsParams,
    body: noBody,
    answer: scoreWeightsState,
    refusals: [404, 409],
  }),
}
