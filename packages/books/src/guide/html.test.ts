import { NoBook } from "@plotline/formats";
import { expect, test } from "vitest";
import { readHtmlGuide } from "./html.ts";

const points = (html: string) =>
  readHtmlGuide(html)
    .blocks.filter(({ level }) => level === 0)
    .map(({ text }) => text);

const frame = (content: string) => `<!DOCTYPE html><html><head><title>Hamlet Act 1, Scene 1 | Shmoop</title>
  <style>p { color: red }</style><script>var x = "<li>not this</li>";</script></head><body>
  <header role="banner"><ul><li><a href="/">Home</a></li></ul></header>
  <nav><ul><li>Literature</li></ul></nav>
  <ul class="items"><li><a href="/study-guides">Study Guides</a></li><li>Hamlet</li></ul>
  ${content}
  <aside><p>People who bought this</p></aside>
  <footer><p>© Nobody, all rights reserved</p></footer></body></html>`;

test("Shmoop's pages: the points of the collapsible part", () => {
  const html = frame(`<div class="content-wrapper"><div data-element="main">
    <h2 class="title">Act 1, Scene 1</h2>
    <div class="nav-menu"><ul><li><a href="#">Act 1, Scene 2</a></li></ul></div>
    <div data-element="collapse_target"><h3>Act 1, Scene 1</h3>
      <ul><li>Two guards <em>meet</em> at&nbsp;midnight.</li><li>A ghost appears.
        <ul><li>It says nothing.</li></ul></li></ul>
      <p>Tired of ads?</p></div>
    <p>More from us</p></div></div>`);
  const page = readHtmlGuide(html);
  expect(page.saved).toBe(false);
  expect(points(html)).toEqual(["Two guards meet at midnight.", "A ghost appears.", "It says nothing."]);
  expect(page.blocks.filter(({ level }) => level > 0).map(({ text }) => text)).toContain("Act 1, Scene 1");
});

test("those without points there: its paragraphs", () => {
  const html = frame(`<div data-element="collapse_target"><p>Two guards meet.</p><p>A ghost appears.</p></div>`);
  expect(points(html)).toEqual(["Two guards meet.", "A ghost appears."]);
});

test("other sites: what their main part says", () => {
  const html = `<html><body><div class="sidebar">Buy!</div><div id="cookie-banner">Yes</div>
    <article class="post header"><h1>Chapter 3</h1><p>One<br>line.<br><br>Another.</p><blockquote>Said she.</blockquote>
    <div class="social-share">Share</div></article><p>Imprint</p></body></html>`;
  expect(readHtmlGuide(html)).toMatchObject({ saved: true });
  expect(points(html)).toEqual(["One line.", "Another.", "Said she."]);
});

test("a page without any of this: all its text", () => {
  expect(points("<h2>Chapter 1<p>They meet.<p>They part.")).toEqual(["They meet.", "They part."]);
});

test("a million nested tags, breaks or lists are read without a hang, up to what a guide may have", () => {
  const many = 1_000_000;
  expect(() => points("<div>x".repeat(many))).toThrow(NoBook);
  expect(() => points("<main><ul><li>x".repeat(many))).toThrow(NoBook);
  expect(points(`<p>${"a<br>".repeat(many)}</p>`)).toHaveLength(1);
  expect(points("<ul><li>x".repeat(120_000)).length).toBe(120_000);
});
