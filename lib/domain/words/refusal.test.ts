import { describe, expect, it } from "vitest";
import { findOpeningRefusal, findRefusal, refusesAfterNo } from "./refusal.ts";

describe("an answer that is a refusal", () => {
  it.each([
    "Sorry, I cannot help with that.",
    "As an AI language model, I cannot answer",
    "I must decline",
    "I must decline to answer this question.",
    "I must respectfully decline.",
    "I’ll have to decline this request.",
    "I’m sorry, but I can’t assist with that request.",
    "**I’m sorry**, but I *can’t* help with that.",
    "I apologize, but I am unable to provide an answer.",
    "My apologies, but I won't be able to help with this.",
    "I'm afraid I can't do that.",
    "Unfortunately, I can't comply.",
    "I cannot answer that. I can help you with other questions, though.",
    "I can't help with that, but I'd be happy to summarise the story.",
    "I'm sorry, but as an AI I don't have opinions.",
    "I'm an AI language model and I cannot judge people.",
    "I would rather not say.",
    "I'd prefer not to answer.",
    "This request violates my guidelines.",
    "“I can't answer that.”",
    "Sorry.",
    "I'm sorry that this happened, but I cannot discuss it. Please contact a professional.",
  ])("declines: %j", (text) => {
    expect(findRefusal(text)).toMatchObject({ kind: "declined", rule: "refusal" });
  });

  it.each([
    "I don’t know",
    "I don't know.",
    "I do not know where she is.",
    "I really don't know the answer to that.",
    "I have no idea.",
    "I'm not sure.",
    "Unknown",
    "It is not stated in the story.",
    "The story does not say where the key is.",
    "Based on the story, it cannot be determined where Anna is.",
    "There is not enough information to answer.",
    "I cannot determine this, because Anna left but nobody saw her.",
    "It’s unclear.",
    "N/A",
  ])("says that there is none: %j", (text) => {
    expect(findRefusal(text)).toMatchObject({ kind: "unknown", rule: "refusal" });
  });

  it.each([
    "Lo siento, no puedo ayudar con eso.",
    "No lo sé.",
    "Je suis désolé, mais je ne peux pas répondre à cette question.",
    "Je ne sais pas",
    "Es tut mir leid, aber ich kann dabei nicht helfen.",
    "Ich weiß es nicht.",
    "Mi dispiace, non posso rispondere.",
    "Desculpe, não posso ajudar com isso.",
    "Não sei.",
    "Het spijt me, ik kan daar niet bij helpen.",
    "Przykro mi, nie mogę odpowiedzieć.",
    "Извините, я не могу ответить на этот вопрос.",
    "Я не знаю.",
    "抱歉，我无法回答这个问题。",
    "我不知道。",
    "申し訳ありませんが、お答えできません。",
    "わかりません。",
    "죄송합니다. 답변할 수 없습니다.",
    "모르겠습니다.",
    "عذراً، لا أستطيع الإجابة.",
    "मुझे नहीं पता।",
    "Bilmiyorum.",
    "Xin lỗi, tôi không thể trả lời.",
  ])("is told in other languages: %j", (text) => {
    expect(findRefusal(text)).toMatchObject({ rule: "refusal" });
  });
});

describe("no refusal", () => {
  it.each([
    "“I must decline,” she said, and left the room.",
    "I must decline, said Anna.",
    "She said that she must decline the invitation.",
    "He told the king: I must decline.",
    "I must decline the invitation to the ball.",
    "Anna is sorry that she cannot help Tom.",
    "I'm sorry, but Anna is in the kitchen.",
    "Sorry, I misread the story: the key is under the mat.",
    "I'm not sure, but I think it is in the drawer.",
    "I don't know for certain, but it is probably Paris.",
    "As an AI, I don't have feelings, but Anna would feel sad.",
    "As an AI language model, I would say that she is happy.",
    "I can't say for sure. My best guess is the garden.",
    "I'm sorry, I can't browse the web. The answer is Paris.",
    "I cannot know that. However, the most likely place is the attic.",
    "I can't help with that. Paris.",
    "Because he does not know that the key was moved.",
    "He cannot answer the door.",
    "She could not tell him where it was.",
    "I can't help but think that she is angry.",
    "Tom, who was unable to help, went home.",
    "In the kitchen",
    "Sorry, said the captain.",
    "Desculpe-se com ela",
    "她不知道钥匙在哪里。",
    "",
  ])("is %j", (text) => {
    expect(findRefusal(text)).toBeNull();
  });

  it("is the middle of a long answer", () => {
    expect(
      findRefusal("The duke asked her to dance three times. In the end she said: I must decline. He bowed and left."),
    ).toBeNull();
  });
});

describe("a text that begins by refusing", () => {
  it("does so whatever it goes on with", () => {
    expect(findOpeningRefusal("I'm sorry, but I can't do that. Here is another story: The goat ran.")).toMatchObject({
      kind: "declined",
    });
    expect(findOpeningRefusal("I cannot forget that evening.")).toBeNull();
  });

  it("may begin with No", () => {
    expect(refusesAfterNo(", I can’t answer that.")).toBe(true);
    expect(refusesAfterNo(", the story does not mention it.")).toBe(false);
  });
});
