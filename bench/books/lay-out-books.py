#!/usr/bin/env python3
"""Lays out the book files of fetch-list.json.  usage: lay-out-books.py fetch-list.json CLONES FILES
CLONES/<owner>/<name> (or CLONES/<owner>+<name>/repo) are git repositories, bare or not; FILES gets <owner>/<name>/<path> and derived/<owner>/<name>/<path>."""
import sys,json,os,re,io,zipfile,subprocess
lst,clones,files=sys.argv[1:4]
def gitdir(repo):
    for p in (f'{clones}/{repo}',f'{clones}/{repo}.git',f"{clones}/{repo.replace('/','+',1)}/repo"):
        for q in (p+'/.git',p):
            if os.path.exists(q+'/HEAD'): return q
def git(g,*a): return subprocess.run(['git','--git-dir',g,*a],capture_output=True,check=True).stdout
def put(f,b): os.makedirs(os.path.dirname(f),exist_ok=True); open(f,'wb').write(b)
def member(n,stored=False):
    i=zipfile.ZipInfo(n,(2020,1,1,0,0,0)); i.compress_type=zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED; return i
def epub_of_source(g,commit):
    names=sorted(p for p in git(g,'ls-tree','-r','--name-only',commit).decode().split('\n') if p.startswith('src/') and p!='src/mimetype')
    buf=io.BytesIO(); z=zipfile.ZipFile(buf,'w'); z.writestr(member('mimetype',True),'application/epub+zip')
    for p in names: z.writestr(member(p[4:]),git(g,'show',f'{commit}:{p}'))
    z.close(); return buf.getvalue()
def strip_html(t): return re.sub(rb'(?i)(<a\b[^>]*?)\s+href\s*=\s*("#[^"]*"|\'#[^\']*\')',rb'\1',t)
def strip_epub(data):
    z=zipfile.ZipFile(io.BytesIO(data)); buf=io.BytesIO(); o=zipfile.ZipFile(buf,'w')
    for i in z.infolist():
        d=z.read(i.filename); n=i.filename
        if n.endswith('.ncx'):
            t=d.decode('utf8'); a=re.search(r'(?s)<navMap[^>]*>',t); m=re.search(r'(?s)<content[^>]*>',t[a.end():])
            d=(t[:a.end()]+'<navPoint id="n1" playOrder="1"><navLabel><text>Start</text></navLabel>'+m[0]+'</navPoint></navMap></ncx>').encode()
        elif re.search(rb'<nav\b[^>]*type="toc"',d):
            t=d.decode('utf8'); m=re.search(r'(?s)(<nav\b[^>]*type="toc"[^>]*>)(.*?)</nav>',t); a=re.search(r'(?s)<a\b[^>]*href="[^"]*"[^>]*>',m[2])
            t=t[:m.start()]+m[1]+'<h2>Start</h2><ol><li>'+a[0]+'Start</a></li></ol></nav>'+t[m.end():]
            d=re.sub(r'(?s)<nav\b(?![^>]*type="toc")[^>]*>.*?</nav>','',t).encode()
        o.writestr(member(n,n=='mimetype'),d)
    o.close(); return buf.getvalue()
for e in json.load(open(lst)):
    g=gitdir(e['repo'])
    if not g: print('no clone of',e['repo']); continue
    for p in e['paths']:
        b=epub_of_source(g,e['commit']) if e['repo'].startswith('standardebooks/') else git(g,'show',f"{e['commit']}:{p}")
        put(f"{files}/{e['repo']}/{p}",b)
        for d in e['derived']:
            if d==re.sub(r'\.html?$','.nonav.htm',p): put(f"{files}/derived/{e['repo']}/{d}",strip_html(b))
            if d==p.replace('.epub','.nonav.epub') and p.endswith('.epub'): put(f"{files}/derived/{e['repo']}/{d}",strip_epub(b))
