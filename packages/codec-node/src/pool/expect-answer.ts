import { invariant } from '@svc/core/model';
import type { Answer } from './jobs.js';

type AnswerOf<Kind> = Extract<Answer, { readonly kind: Kind }>;

const answersTo = <Kind extends Answer['kind']>(answer: Answer, kind: Kind): answer is AnswerOf<Kind> => answer.kind === kind;

/** The answer, which is one to a job of that kind. */
export const expectAnswer = <Kind extends Answer['kind']>(answer: Answer, kind: Kind): AnswerOf<Kind> => {
  invariant(answersTo(answer, kind), 'a thread answers what it was asked');
  return answer;
};
